/**
 * The search of the side menu over 1,000 entries: a key pressed until its rows are painted, at the CPU as it is and four
 * times slower.
 *
 *     npm run bench -- menu-search
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sysMenu } from '../lib/domains/identity/table.ts'
import { closeDatabase, db, inTenant, openDatabase } from '../lib/platform/db/client.ts'
import { ensureBuilt } from '../scripts/build.mjs'
import { startServer } from '../scripts/journeys.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { signInOn, withBrowser } from './rig/browser.mjs'
import { quantile } from './rig/ratios.ts'

const entryCount = 1000
const groupCount = 40
const demoTenant = 1
const words = [
  '还款',
  '客户',
  '合同',
  '车辆',
  '抵押',
  '保险',
  '渠道',
  '门店',
  '资金',
  '台账',
  '催收',
  '回访',
  '档案',
  '报表',
]
const kinds = ['列表', '明细', '登记', '审核', '导出', '统计', '设置', '查询']
const texts = ['kehu', 'hkjh', '合同', 'c', 'zjdj', '']

/** Names of two words and a number, as menus have them. */
const nameOf = (at) => `${words[at % words.length]}${kinds[at % kinds.length]}${at}`

async function growMenu(dataDir) {
  await openDatabase({ dataDir })
  try {
    await inTenant(demoTenant, async () => {
      const insert = (values) => db().insert(sysMenu).values(values).returning({ id: sysMenu.id })
      const [top] = await insert({ name: '大菜单', url: '/many', sort: 800 })
      const groups = await insert(
        Array.from({ length: groupCount }, (_, at) => ({
          parentId: top.id,
          name: `分组${at}`,
          url: `/many/${at}`,
        })),
      )
      await insert(
        Array.from({ length: entryCount }, (_, at) => ({
          parentId: groups[at % groupCount].id,
          name: nameOf(at),
          url: `/many/entry/${at}`,
          sort: at,
        })),
      )
    })
  } finally {
    await closeDatabase()
  }
}

/** Notes in the page how long each change of the search box takes until it is painted, in ms. */
function watchInput() {
  window.searches = []
  document.addEventListener(
    'input',
    ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => window.searches.push(performance.now() - timeStamp))),
    true,
  )
}

await script(async () => {
  await ensureBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-bench-'))
  const start = () => startServer()(dataDir, join(dataDir, 'server.log'))
  try {
    await (await start()).stop()
    await growMenu(dataDir)
    const server = await start()
    try {
      await withBrowser(async (browser) => {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await signInOn(page, server.url)
        const box = page.getByRole('combobox', { name: '搜索菜单' })
        await box.click()
        const rows = page.getByRole('listbox').getByRole('option')
        const total = Number(await rows.first().getAttribute('aria-setsize'))
        say(`${total} entries, ${await rows.count()} rows in the document`)
        await page.evaluate(watchInput)
        const devtools = await page.context().newCDPSession(page)
        for (const rate of [1, 4]) {
          await devtools.send('Emulation.setCPUThrottlingRate', { rate })
          await page.evaluate(() => window.searches.splice(0))
          for (const text of texts) {
            await box.fill('')
            await box.pressSequentially(text, { delay: 60 })
          }
          await page.waitForTimeout(500)
          const times = await page.evaluate(() => window.searches)
          const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
          say(
            `CPU ${rate} times slower: ${times.length} keys, p50 ${p50} ms, p95 ${p95} ms, most ${Math.max(...times).toFixed(1)} ms`,
          )
        }
      })
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return 0
})
