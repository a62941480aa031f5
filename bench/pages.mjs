/**
 * Everything that each screen brings to a browser, read from the output of the build: JS, styles and words of the first
 * page after sign-in, and JS and words of every screen behind home and the first screen of its kind, at brotli 11.
 * Files are chosen as Turbopack's loader in the browser chooses them. What is loaded when it is first needed counts
 * nothing.
 *
 *     npm run bench -- pages
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { ensureBuilt } from '../scripts/build.mjs'
import { root, say, script } from '../scripts/runtime.mjs'
import { figure, printFigures } from './rig/figures.mjs'
import { spreadOf } from './rig/ratios.ts'

const { partsOf } = await import('../lib/i18n/parts.ts')
const { routes } = await import('../lib/routes.ts')
const { screens } = await import('../lib/screens.ts')

/** The bytes that a screen is to bring behind its kit, and the most that it may, in KB. */
const aim = 25
const most = 33
/** The same of the first page. */
const aimOfFirst = 170
const mostOfFirst = 183
/**
 * Screens that may bring more than others, in KB. Three quarters of each are its kit, which the loader brings once more
 * inside the merged file of the page (docs/figures.md): the limits are what was measured before words were parted, when
 * a screen of loans was built, or when lists got groups and the way from case to case, and go down with it.
 */
const larger = {
  releaseCase: 36,
  entryUninsured: 120,
  entryInsuredLoan: 120,
  entryPartnerUsedCar: 120,
  entryOwnCarLeaseback: 120,
  entryOwnCarLeasebackV2: 120,
  entrySecondLien: 120,
  entryBalloon: 120,
  entryGuarantor: 120,
  entryStandard: 117,
  adminRoleForm: 145,
  operationLog: 138,
  adminRoles: 137,
  productDetails: 92,
  firstReviewDetails: 83,
  contractTemplateDetails: 78,
  riskApproval: 81,
  capitalMaterials: 68,
  preReview: 67,
  contractBatches: 67,
  insurerMaterials: 67,
  insuranceMaterials: 67,
  mortgageMaterials: 66,
  usedCarSupplements: 66,
  newCarSupplements: 66,
  supplementReview: 66,
  gpsFitting: 65,
  contractTemplates: 64,
  gpsDevices: 64,
  contractSigning: 63,
  releaseList: 63,
  cardChange: 62,
  firstPayments: 60,
  interviewList: 60,
  reconsiderRequests: 60,
  changes: 59,
  accountReview: 58,
  paymentFiles: 55,
  contractSms: 54,
  dueDiligence: 52,
  adminUsers: 50,
  adminDictionaries: 46,
  releaseDay: 45,
  loginLog: 44,
  insuranceMaterialsDetails: 60,
  insurerSubmission: 60,
  mortgageMaterialsDetails: 60,
  capitalMaterialsDetails: 60,
  usedCarSupplementDetails: 60,
  newCarSupplementDetails: 60,
  deputies: 41,
  adminMenus: 41,
  entryDetails: 42,
  entryUninsuredDetails: 42,
  entryInsuredLoanDetails: 42,
  entryBalloonDetails: 42,
  videoInterview: 42,
  adminTenants: 35,
  personalInfo: 35,
  outsideCalls: 34,
  adminSeats: 33,
  settlementDetails: 66,
  serviceFees: 57,
  dueToday: 58,
  loans: 55,
  managedLoans: 55,
  overdueCustomers: 54,
  ledger: 54,
  loanCase: 62,
  orderRepaymentPlan: 62,
  loanDetails: 62,
  settlements: 53,
  fundFlows: 52,
  glAccounts: 53,
  vouchers: 52,
  repaymentRecords: 51,
  gpsFittingCase: 50,
  accountLines: 51,
  repaymentPlans: 50,
  settledCustomers: 52,
  customers: 48,
  loanCustomers: 48,
  cardCase: 48,
  calculator: 44,
  firstPaymentCase: 40,
  periods: 38,
  trialBalance: 35,
  rentDetails: 36,
  closings: 46,
  calendar: 37,
}

/** Bytes of sources that the loader takes one more request to be worth. */
const requestWorth = 20_000

const output = join(root, '.next')
const text = (...path) => readFileSync(join(output, ...path), 'utf8')
const json = (...path) => JSON.parse(text(...path))

const sizes = new Map()
/** Size at brotli 11 of a file of the build, or of what is called so. */
function sizeOf(name, content = text(name)) {
  if (!sizes.has(name)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    sizes.set(name, brotliCompressSync(content, { params }).length)
  }
  return sizes.get(name)
}

/** The place where the build keeps what it knows of the page of a screen. */
const folderOf = (key) => join('server', 'app', '(console)', routes[key].path, 'page')

/** The chunks and styles of a page, as the server's answer names them. */
function partsOfPage(key) {
  const said = text(`${folderOf(key)}_client-reference-manifest.js`)
  const { clientModules, entryCSSFiles } = JSON.parse(
    said.slice(said.indexOf('] = ') + 4).replace(/;\s*$/, ''),
  )
  return {
    chunks: Object.values(clientModules).flatMap(({ chunks }) => chunks),
    styles: Object.values(entryCSSFiles)
      .flat()
      .map(({ content = '' }) => content)
      .join(''),
  }
}

/** The files that hold the words of a part of the catalogue, among those that a page may load. */
async function filesOfWords(part, key) {
  const sign = longestText(await import(`../lib/i18n/messages/zh-CN/part-${part}.ts`))
  const may = Object.values(json(folderOf(key), 'react-loadable-manifest.json')).flatMap(({ files }) => files)
  const files = [...new Set(may)].filter((file) => file.endsWith('.js') && text(file).includes(sign))
  if (files.length === 0) throw new Error(`No file that ${key} may load has the words of ${part}.`)
  return files
}

function longestText(messages) {
  if (typeof messages === 'string') return /^[^'"`\\\n$]*$/.test(messages) ? messages : ''
  return Object.values(messages).reduce((longest, each) => {
    const here = longestText(each)
    return here.length > longest.length ? here : longest
  }, '')
}

/** A browser that opens one page behind the other and keeps what it has. */
class Visitor {
  #has = new Set()
  /** Parts of merged files that were named already, and the sizes that were named with them. */
  #merged = new Set()
  #worth = new Map()
  bytes = 0

  /** @returns how many bytes the page of a screen brought */
  async open(key) {
    const before = this.bytes
    for (const chunk of partsOfPage(key).chunks) this.#load(chunk)
    for (const part of ['frame', ...partsOf(routes[key].path)]) {
      if (this.#merged.has(part)) continue
      this.#merged.add(part)
      for (const file of await filesOfWords(part, key)) this.take(file)
    }
    return this.bytes - before
  }

  take(file, content) {
    if (this.#has.has(file)) return
    this.#has.add(file)
    this.bytes += sizeOf(file, content)
  }

  /** A chunk is a file, or a merged one whose parts are files as well: those that are missing come where that is less. */
  #load(chunk) {
    const [address, parts = [], worths = []] = [chunk].flat()
    const file = address.replace(/^\/_next\//, '')
    if (this.#merged.has(file)) return
    this.#merged.add(file)
    for (const [at, part] of parts.entries()) this.#worth.set(part, worths[at] ?? 0)
    const there = parts.filter((part) => this.#has.has(part))
    const missing = parts.length - there.length
    const saved = there.reduce((sum, part) => sum + this.#worth.get(part), 0)
    if (there.length > 0 && (missing <= 1 || saved > requestWorth * (missing - 1))) {
      for (const part of parts) this.take(part)
      return
    }
    this.take(file)
    for (const part of parts) this.#has.add(part)
  }
}

/** Bytes of the first page, and of each screen behind home and the first other one of its kind. */
async function measurePages() {
  const first = new Visitor()
  for (const file of json(folderOf('home'), 'build-manifest.json').rootMainFiles) first.take(file)
  await first.open('home')
  first.take('styles of home', partsOfPage('home').styles)
  const walked = Object.entries(screens).flatMap(([key, { walk }]) =>
    walk ? [{ key, kind: walk.kind }] : [],
  )
  const added = []
  for (const { key, kind } of walked) {
    if (key === 'home') continue
    const kit = walked.find((other) => other.kind === kind && other.key !== key)
    const visitor = new Visitor()
    await visitor.open('home')
    if (kit) await visitor.open(kit.key)
    added.push({ key, kind, bytes: await visitor.open(key) })
  }
  return { first: first.bytes, added: added.sort((a, b) => b.bytes - a.bytes) }
}

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`

/** The screens that are too large, in sentences. */
const problemsOf = ({ first, added }) =>
  [
    { key: 'The first page', bytes: first, limit: mostOfFirst },
    ...added.map((one) => ({ ...one, limit: larger[one.key] ?? most })),
  ]
    .filter(({ bytes, limit }) => bytes > limit * 1000)
    .map(({ key, bytes, limit }) => `${key} brings ${kb(bytes)}, at most ${limit} KB.`)

await script(async () => {
  await ensureBuilt()
  const measured = await measurePages()
  const { first, added } = measured
  for (const { key, kind, bytes } of added) say(`${kb(bytes).padStart(9)}  ${key} (${kind})`)
  const figureOf = (what, bytes, most) =>
    figure({ what, spread: spreadOf([bytes / 1000]), most, unit: ' KB', digits: 1, command: 'pages' })
  printFigures([
    figureOf('First page after sign-in by the build: JS, styles and words, brotli 11', first, aimOfFirst),
    figureOf(
      'What the screen in the middle adds behind its kit by the build',
      added[added.length >> 1].bytes,
      aim,
    ),
    figureOf('What the largest screen adds behind its kit by the build', added[0].bytes, aim),
  ])
  const problems = problemsOf(measured)
  for (const problem of problems) say(problem)
  return problems.length === 0 ? 0 : 1
})
