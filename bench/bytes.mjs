/**
 * Bytes that a browser loads: JS and CSS of the shell on the first page after sign-in, and what each screen adds: opened
 * first of all, and opened behind the first screen of its kind, when the kit of lists, of forms or of records is there.
 *
 *     npm run bench -- bytes [route …]
 *
 * A route is a key of lib/routes.ts, such as intakeForm. Each file counts once and at brotli 11; KB are 1000 bytes.
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { countBytes, loadShell, signInOn, withBrowser } from './rig/browser.mjs'
import { withDemoServer } from './rig/demo-desk.mjs'
import { printTable } from './rig/figures.mjs'

const { href, routes } = await import('../lib/routes.ts')
const { screens } = await import('../lib/screens.ts')

/** Everything that the issues allow a screen to add. */
const allowed = 25_000
/** Ms without a new file after which a screen is whole: all of them are on this machine. */
const quiet = 2_500

const kb = (bytes) => (bytes / 1000).toFixed(1)

const walked = Object.entries(screens).flatMap(([key, { walk }]) =>
  walk && key !== 'home' ? [{ key, ...walk }] : [],
)
const firstOfKind = Map.groupBy(walked, ({ kind }) => kind)

await script(async () => {
  const asked = process.argv.slice(2)
  const wanted = walked.filter(({ key }) => asked.length === 0 || asked.includes(key))
  await ensureBuilt()
  await withDemoServer(({ url }) => withBrowser((browser) => measure(browser, url, wanted)))
  return 0
})

async function measure(browser, url, wanted) {
  const cold = await browser.newPage()
  const shell = await loadShell(cold, url)
  say(`shell and home, first load: ${kb(shell.bytes())} KB in ${shell.files()} files`)
  await cold.close()

  const rows = []
  for (const [person, own] of Map.groupBy(wanted, ({ as }) => as)) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await signInOn(page, url, person)
    for (const screen of own) {
      const path = await addressOf(page, url, screen)
      const first = firstOfKind.get(screen.kind).find(({ as, key }) => as === person && key !== screen.key)
      const alone = await addedBy(context, url, [path])
      const behind = first && (await addedBy(context, url, [await addressOf(page, url, first), path]))
      const row = [screen.key, screen.kind, kb(alone), first ? kb(behind) : '', alone > allowed ? 'over' : '']
      rows.push(row)
      say(row.join('  '))
    }
    await context.close()
  }
  say('')
  const titles = ['screen', 'kind', 'first of all', 'behind the first of its kind', '']
  printTable(
    titles,
    rows.sort((a, b) => b[2] - a[2]),
  )
}

/** The address of a screen, of a record that the first row of a list leads to. */
async function addressOf(page, url, { key, from }) {
  if (!from) return routes[key].path
  await page.goto(url + href(from.list, from.query))
  const row = page.locator('tbody tr:has(td[data-label])').first()
  await row.waitFor()
  const links = from.by === 'number' ? row.getByRole('link') : row.getByRole('link', { name: from.by })
  const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  // Lists of other things than orders lead on by their last link.
  return all.find((to) => to?.startsWith(`${routes[key].path}?`)) ?? all.at(-1)
}

/** Bytes of the last of the addresses, opened one after the other by the router, as clicks do: a load fetches the shell. */
async function addedBy(context, url, addresses) {
  const page = await context.newPage()
  const { bytes, settle } = countBytes(page)
  await page.goto(`${url}/wel/index`)
  let before = 0
  for (const to of addresses) {
    await settle(quiet)
    before = bytes()
    await page.evaluate((to) => window.next.router.push(to), to)
  }
  await settle(quiet)
  await page.close()
  return bytes() - before
}
