export interface Finding {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly what: string;
  readonly fix?: string;
}

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const warning = (what: string, fix: string): Finding => ({ state: 'warning', what, fix });
export const problem = (what: string, fix: string): Finding => ({ state: 'problem', what, fix });
