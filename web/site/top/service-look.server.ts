import type { PublicService } from '#contract/services.ts';
import { type Accent, toAccent } from '../../ui/accent.ts';

export interface ServiceLook {
  readonly serviceId: string;
  readonly label: string;
  readonly description: string;
  readonly logoUrl: string;
  readonly accent: Accent | undefined;
}

export function toServiceLook(service: PublicService): ServiceLook {
  const { serviceId, label, description = '', logoUrl = '', accentColor = '' } = service;
  return { serviceId, label, description, logoUrl, accent: toAccent(accentColor) };
}
