import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { PostFormState } from '../use-post-form.ts';
import type { UploadsUnderWay } from './uploads-under-way.ts';
import type { KnownFiles } from './use-known-files.ts';

export interface FileFieldProps extends Pick<PostFormState, 'form' | 'body'> {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly known: KnownFiles;
  readonly underWay: UploadsUnderWay;
  readonly onInsert: (text: string) => void;
}
