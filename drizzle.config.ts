import type { Config } from 'drizzle-kit'

export default {
  dialect: 'postgresql',
  schema: './lib/backend/db/schema/*.ts',
  out: './lib/backend/db/migrations',
  casing: 'snake_case',
} satisfies Config
