/**
 * `npm run contract -- <address of a /nlos/ service>`: calls every call of the contracts there and tells what is not as
 * they say. `--tenant blq`, `--password Demo@2026` of the accounts, which are named by the codes of the roles;
 * `--json <file>` keeps every request and its findings. NLOS_UPSTREAM_KEY is shown where it is set.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

const usage = 'npm run contract -- http://127.0.0.1:3100/nlos [--tenant blq] [--password …] [--json file]'

await script(async () => {
  await ensureInstalled()
  if (await onPinnedNode()) return record()
})

async function record() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      tenant: { type: 'string', default: 'blq' },
      password: { type: 'string', default: 'Demo@2026' },
      json: { type: 'string' },
    },
  })
  const base = URL.parse(positionals[0] ?? '')
  if (!base) throw new Error(`Usage: ${usage}`)
  const { recordContract } = await import('./contract-recorder.ts')
  const started = performance.now()
  const recording = await recordContract({ ...values, send: sender(base) })
  await tellLive(sender(base))
  if (values.json) writeFileSync(values.json, `${JSON.stringify(recording, null, 1)}\n`)
  return tell(recording, secondsSince(started))
}

function sender(base) {
  const address = base.href.replace(/\/$/, '')
  const key = process.env.NLOS_UPSTREAM_KEY
  return (path, init) => {
    if (key) init.headers.set('authorization', `Bearer ${key}`)
    return fetch(address + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(180_000) })
  }
}

/** Live events may be missing; pages then ask instead. */
async function tellLive(send) {
  const { LIVE_EVENTS } = await import('../lib/platform/contract/live-wire.ts')
  const { status, headers, body } = await send(LIVE_EVENTS, { headers: new Headers() })
  await body?.cancel()
  const told = status === 200 && /^application\/x-ndjson\b/.test(headers.get('content-type') ?? '')
  say(`live events at ${LIVE_EVENTS}: ${told ? 'served' : `not served (${status})`}`)
}

/** One line for each finding of a call, with who met it. @returns the exit code */
function tell({ calls, answered, probes }, time) {
  const findings = new Map()
  for (const { call, as, why, drift } of probes) {
    for (const found of drift) {
      const line = `${call}: ${found} (${why})`
      findings.set(line, [...(findings.get(line) ?? []), as])
    }
  }
  for (const [line, accounts] of findings) say(`${line}: ${accounts.join(', ')}`)
  const refused = calls - answered.length
  say(
    `${calls} calls, ${probes.length} requests in ${time}: ${answered.length} answered as the contract says, ` +
      `${refused} only tried in ways that are refused, ${findings.size} findings`,
  )
  return findings.size > 0 ? 1 : 0
}
