import pg from 'pg'

/** LISTEN on a connection of its own: one of the pool would be another at the next statement. */

export type Listener = { close(): Promise<void> }

const firstDelayMs = 500
const longestDelayMs = 30_000
/** Shorter than what firewalls forget a silent connection after. */
const keepAliveMs = 60_000

/**
 * Listens to `channel` until it is closed. A broken connection is made again, at growing intervals; `hear` gets null
 * once it stands again.
 * @throws when the first connection fails
 */
export async function startListening(
  url: string,
  channel: string,
  hear: (payload: string | null) => void,
): Promise<Listener> {
  let closed = false
  let client = await connect()
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'nlos-console events',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: 10_000,
    })
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    // Every break ends in `end`; without a listener an error would end the process.
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
    next.once('end', () => again(firstDelayMs))
    return next
  }

  function again(delay: number): void {
    if (closed) return
    timer = setTimeout(async () => {
      try {
        client = await connect()
      } catch {
        return again(Math.min(delay * 2, longestDelayMs))
      }
      if (closed) await client.end()
      else hear(null)
    }, delay)
    timer.unref()
  }

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client.end()
    },
  }
}
