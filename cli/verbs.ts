import type { Verb } from './verb.ts';

export const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import('./start.ts')).start,
  build: async () => (await import('./build.ts')).build,
  migrate: async () => (await import('./migrate.ts')).migrate,
  export: async () => (await import('./export.ts')).exportContent,
  import: async () => (await import('./import.ts')).importContent,
  media: async () => (await import('./media.ts')).media,
  admin: async () => (await import('./admin.ts')).admin,
  audit: async () => (await import('./audit.ts')).audit,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  doctor: async () => (await import('./doctor.ts')).doctor,
  database: async () => (await import('./database.ts')).database,
  secret: async () => (await import('./secret.ts')).secret,
};
