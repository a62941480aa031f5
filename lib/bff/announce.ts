import type { Server } from 'node:http'
import type { Env } from '../env.ts'

/** Tells the person at the terminal where the console is, on what it runs and, in the demo, who may sign in. */
export function announce(...about: Parameters<typeof announcement>): void {
  process.stdout.write(`${announcement(...about).join('\n')}\n`)
}

/** The lines of `announce`; `accounts` are the names of the demo's accounts. */
export function announcement(
  env: Env,
  address: ReturnType<Server['address']>,
  accounts: readonly string[],
): string[] {
  const port = typeof address === 'object' && address !== null ? address.port : env.port
  const lines = [`nlos-console: http://localhost:${port}`, `data: ${dataOf(env)}`]
  if (env.demo) lines.push(`demo accounts (password Demo@2026): ${accounts.join(', ')}`)
  return lines
}

function dataOf(env: Env): string {
  if (env.upstreamUrl) return `the /nlos/ service at ${env.upstreamUrl.origin}`
  if (env.databaseUrl) return 'PostgreSQL'
  return `PGlite in ${env.dataDir} (for trial and one small office; set DATABASE_URL for more)`
}
