import type { ServiceAttributes } from '../graph/index.ts';

/** What a landscape says about a service; its metadata says the rest. */
export interface ServiceDescription
  extends Pick<
    ServiceAttributes,
    'title' | 'description' | 'domain' | 'url' | 'required' | 'order' | 'allow' | 'auth' | 'requests'
  > {
  /** Names the service; all its ids begin with it. */
  id: string;
}
