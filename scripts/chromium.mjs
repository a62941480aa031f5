/** A Chromium that starts, and a font with Chinese in it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { runNode, say } from './runtime.mjs'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell']
const playwright = 'node_modules/@playwright/test/cli.js'

/**
 * The Chromium of CHROMIUM_PATH, else the system's, else Playwright's download, else Debian's package.
 * @returns {Promise<string>} path of the executable
 * @throws {Error} when CHROMIUM_PATH does not start, or when there is no way to get one
 */
export async function ensureChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !starts(wanted)) throw new Error(`CHROMIUM_PATH=${wanted} does not start.`)
  const chromium = wanted || findSystemChromium() || (await downloadedChromium()) || (await debianChromium())
  if (!hasChineseFont()) await installDebianPackages(['fonts-noto-cjk'], 'Chinese text in Chromium')
  return chromium
}

/**
 * The Chromium without a window, which draws a page with a fifth less of the processor and records no video; undefined
 * where the machine has none, or where CHROMIUM_PATH says which Chromium is to be used.
 */
export const findShell = () => (process.env.CHROMIUM_PATH ? undefined : find(shellNames))

/** Only a start shows that the shared libraries are there too. */
function starts(executable) {
  return spawnSync(executable, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

const findSystemChromium = () => find(systemNames)

function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find((place) => existsSync(place) && starts(place))
}

async function downloadedChromium() {
  const executable = await playwrightExecutable()
  if (starts(executable)) return executable
  say('Downloading a Chromium …')
  await runNode([playwright, 'install', '--no-shell', 'chromium'], { quiet: true, timeout: 300_000 })
  return starts(executable) ? executable : undefined
}

async function playwrightExecutable() {
  const program = "console.log(require('playwright').chromium.executablePath())"
  return (await runNode(['-e', program], { quiet: true })).output.trim()
}

async function debianChromium() {
  await installDebianPackages(['chromium', ...shellNames, 'fonts-noto-cjk'], 'the journeys')
  return findSystemChromium()
}

function hasChineseFont() {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  // Without fontconfig Chromium has no fonts of the system either; other systems bring their own.
  return process.platform !== 'linux' || (status === 0 && stdout.trim() !== '')
}
