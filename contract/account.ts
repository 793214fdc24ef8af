import { z } from 'zod';
import { ServiceRecord } from './admin-services.ts';
import { endpoint } from './endpoint.ts';

export const accountApi = {
  services: endpoint({
    method: 'GET',
    path: '/admin/account/services',
    summary: 'The services that the caller may work on, by id',
    tag: 'account',
    access: { level: 'viewer', scope: 'any' },
    response: z.array(ServiceRecord),
  }),
};
