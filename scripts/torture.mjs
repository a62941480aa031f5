/**
 * `npm run torture`: hostile requests, broken upstreams and crowds against the built console, on data of its own, and
 * the drill of backup and restore. `-- door faults pages fields crowd process soak callbacks releases costly photos nginx
 * drill` runs those parts alone.
 * Prints what was tried, what the upstream heard and what fell; the exit code is 1 when anything did.
 */
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

const named = process.argv.slice(2)
const wants = (part) => named.length === 0 || named.includes(part)

await script(async () => {
  await ensureInstalled()
  if (!(await onPinnedNode())) return undefined
  await ensureBuilt()
  return torture()
})

async function torture() {
  const started = performance.now()
  const { createTally } = await import('../torture/tally.mjs')
  const tally = createTally()
  if (wants('door')) await atTheDoor(tally)
  if (wants('faults')) await behindTheDoor(tally)
  if (['pages', 'fields', 'crowd', 'process', 'soak'].some(wants)) await onTheDemo(tally)
  if (wants('callbacks')) await fromMachines(tally)
  if (wants('releases')) await releases(tally)
  if (wants('costly')) await costly(tally)
  if (wants('photos')) await photos(tally)
  if (wants('nginx')) await behindNginx(tally)
  if (wants('drill')) await drill(tally)
  say(`Done in ${secondsSince(started)}.`)
  return tally.total() > 0 ? 1 : 0
}

/** The door in front of a stub that counts. */
async function atTheDoor(tally) {
  const { endpointTable } = await import('../lib/domains/endpoints.ts')
  const { createClient } = await import('../torture/client.mjs')
  const { startStub } = await import('../torture/stub.mjs')
  const { newSecret, startServer } = await import('../torture/servers.mjs')
  const { byteParts } = await import('../torture/door-bytes.mjs')
  const { callParts } = await import('../torture/door-calls.mjs')
  const { sessionParts } = await import('../torture/door-session.mjs')

  const stub = await startStub(endpointTable)
  const server = await startServer({
    NLOS_UPSTREAM_URL: `http://127.0.0.1:${stub.port}`,
    SESSION_SECRET: newSecret(),
  })
  const client = createClient(server.port)
  const at = { client, stub, cookie: await client.signIn('account=torture&password=x') }
  for (const part of [...callParts(tally, at), ...sessionParts(tally, at), ...byteParts(tally, at)])
    await part()
  client.close()
  await server.stop()
  await stub.close()
}

/** The door with the fault proxy behind it. */
async function behindTheDoor(tally) {
  const { createClient } = await import('../torture/client.mjs')
  const { startFaultUpstream } = await import('../torture/fault-upstream.mjs')
  const { newSecret, startServer } = await import('../torture/servers.mjs')
  const { faultParts } = await import('../torture/faults.mjs')
  const { drainPart } = await import('../torture/process.mjs')

  const proxy = await startFaultUpstream()
  const metricsToken = newSecret()
  const server = await startServer({
    NLOS_UPSTREAM_URL: `http://127.0.0.1:${proxy.port}`,
    SESSION_SECRET: newSecret(),
    METRICS_TOKEN: metricsToken,
  })
  const client = createClient(server.port)
  const cookie = await client.signIn('account=torture&password=x')
  const otherCookie = await client.signIn('account=other&password=x')
  const at = { client, proxy, pid: server.pid, cookie, otherCookie, metricsToken }
  for (const part of faultParts(tally, at)) await part()
  await drainPart(tally, { server, client, cookie })
  client.close()
  await server.stop()
  await proxy.close()
}

/** The demo with its own backend: what people see, and what a crowd does to them. */
async function onTheDemo(tally) {
  const { createClient } = await import('../torture/client.mjs')
  const { newSecret, startServer } = await import('../torture/servers.mjs')
  const { brandParts } = await import('../torture/brands.mjs')
  const { fileParts } = await import('../torture/files.mjs')
  const { pageParts } = await import('../torture/pages.mjs')
  const { crowdParts } = await import('../torture/crowd.mjs')
  const { fieldPart } = await import('../torture/fields.mjs')
  const { processParts } = await import('../torture/process.mjs')
  const { soakPart } = await import('../torture/soak.mjs')
  const { clientHash } = await import('../lib/domains/identity/service/password-hash.ts')
  const { demoPassword } = await import('../lib/domains/identity/service/demo-offer.ts')
  const { roles } = await import('../lib/domains/identity/rules/roles.ts')

  const metricsToken = newSecret()
  const demo = await startServer({ NLOS_DEMO: '1', METRICS_TOKEN: metricsToken })
  const client = createClient(demo.port)
  const signIn = (account) => client.signIn(`account=${account}&password=${clientHash(demoPassword)}`)
  const sessions = new Map()
  const sessionOf = (role) => {
    if (!sessions.has(role)) sessions.set(role, signIn(role))
    return sessions.get(role)
  }
  const cookie = await sessionOf('entry_clerk')
  if (wants('process')) for (const part of processParts(tally, { demo })) await part()
  if (wants('pages')) {
    const at = { client, cookie, sessionOf }
    for (const part of [...pageParts(tally, at), ...brandParts(tally, at), ...fileParts(tally, at)])
      await part()
  }
  if (wants('soak')) await soakPart(tally, { client, pid: demo.pid, metricsToken, signIn })
  if (wants('crowd')) {
    // After its flood of sign-ins everybody at this address is asked for a captcha: who works later signs in now.
    if (wants('fields')) for (const role of Object.keys(roles)) await sessionOf(role)
    const work = { path: '/nlos/home/list', body: '' }
    for (const part of crowdParts(tally, { client, cookie, pid: demo.pid, work })) await part()
  }
  // Last: it may end the sessions of whoever it works as.
  if (wants('fields')) await fieldPart(tally, { client, sessionOf })
  client.close()
  await demo.stop()
}

/** The demo with two ports to the outside, one of which says nothing. */
async function fromMachines(tally) {
  const { createClient } = await import('../torture/client.mjs')
  const { newSecret, startServer } = await import('../torture/servers.mjs')
  const { callbackParts, startSilentPort } = await import('../torture/callbacks.mjs')
  const { clientHash } = await import('../lib/domains/identity/service/password-hash.ts')
  const { demoPassword } = await import('../lib/domains/identity/service/demo-offer.ts')

  const port = await startSilentPort()
  const keys = { sms: newSecret(), timestamp: newSecret() }
  const server = await startServer({
    NLOS_DEMO: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    PORT_SMS_URL: port.url,
    PORT_SMS_KEY: keys.sms,
    PORT_TIMESTAMP_URL: port.url,
    PORT_TIMESTAMP_KEY: keys.timestamp,
  })
  const client = createClient(server.port)
  const signIn = (account) => client.signIn(`account=${account}&password=${clientHash(demoPassword)}`)
  const people = { clerk: await signIn('contract_clerk'), admin: await signIn('admin') }
  for (const part of callbackParts(tally, { client, port, keys, ...people })) await part()
  client.close()
  await server.stop()
  await port.close()
}

/** Money that goes out while everything is killed. */
async function releases(tally) {
  const { releaseParts } = await import('../torture/releases.mjs')
  for (const part of releaseParts(tally)) await part()
}

/** Files that cost much, beside people who work; and no room for them. */
async function costly(tally) {
  const { costlyParts } = await import('../torture/costly.mjs')
  for (const part of costlyParts(tally)) await part()
}

/** Forty photos of a phone, beside a colleague. */
async function photos(tally) {
  const { photoParts } = await import('../torture/photos.mjs')
  for (const part of photoParts(tally)) await part()
}

/** Two processes behind the nginx that operations are shown, in front of the stub that counts. */
async function behindNginx(tally) {
  const { endpointTable } = await import('../lib/domains/endpoints.ts')
  const { startStub } = await import('../torture/stub.mjs')
  const { newSecret, startServer } = await import('../torture/servers.mjs')
  const { nginxParts, startNginx } = await import('../torture/nginx.mjs')

  const stub = await startStub(endpointTable)
  const settings = {
    NLOS_UPSTREAM_URL: `http://127.0.0.1:${stub.port}`,
    SESSION_SECRET: newSecret(),
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const servers = await Promise.all([startServer(settings), startServer(settings)])
  const nginx = await startNginx(servers.map(({ port }) => port))
  for (const part of nginxParts(tally, { nginx, stub, servers })) await part()
  await nginx.stop()
  await Promise.all(servers.map((server) => server.stop()))
  await stub.close()
}

/** Everything that is left when the data of an installation is gone, but for its backup. */
async function drill(tally) {
  const { drillParts } = await import('../torture/drill.mjs')
  for (const part of drillParts(tally)) await part()
}
