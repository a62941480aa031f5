import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { oncePerProcess } from './once-per-process.ts'

/**
 * The status of a page that Next has no word for: a page says 410 or 500 while it is rendered, and the listener writes
 * it. Next itself knows 404 and 403 only.
 */

export type PageStatus = 403 | 404 | 410 | 500 | 503

const answers = () => oncePerProcess('page-status', () => new AsyncLocalStorage<{ status?: PageStatus }>())

/** Says the status of the page being rendered, before any of it is sent; nothing outside our own listener. */
export function answerWith(status: PageStatus): void {
  const said = answers().getStore()
  if (said) said.status = status
}

/** Runs what renders a page; a status that the page says takes the place of its 200. */
export function withPageStatus<T>(res: ServerResponse, render: () => T): T {
  const said: { status?: PageStatus } = {}
  const writeHead = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse
  res.writeHead = ((status: number, ...rest: unknown[]) =>
    writeHead(status === 200 && said.status ? said.status : status, ...rest)) as typeof res.writeHead
  return answers().run(said, render)
}
