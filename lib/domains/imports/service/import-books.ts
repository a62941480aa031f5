import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import type { Call } from '../../../platform/context.ts'
import { levels, type NumberType, numberTypes, sources } from '../../blacklist/rules/blacklist.ts'
import { addEntries, listedKeys, stopEntries } from '../../blacklist/service/many-entries.ts'
import { itemsByLabel } from '../../configuration/service/bank-words.ts'
import { type GpsKind, gpsKinds } from '../../gps/rules/gps.ts'
import { stockedNumbers, takeBackStock, takeDevices } from '../../gps/service/many-devices.ts'
import {
  addPolicies,
  checkNewPolicy,
  type NewPolicy,
  standingPolicies,
  takeBackPolicies,
} from '../../materials/service/many-policies.ts'
import { grades, rebateModes, shopTypes } from '../../openings/rules/opening.ts'
import {
  addShops,
  checkNewShop,
  shopWords,
  standingShops,
  takeBackShops,
} from '../../openings/service/many-shops.ts'
import { type ImportField, type ImportKind, importFields } from '../rules/import-kinds.ts'
import type { FormerRow, ImportChoices, ImportHeads, ImportValues, RightRow } from '../rules/import-rows.ts'

/** Everything that an import does with the list that it is for. */
export type ImportBooks = {
  words: () => Promise<{ heads: ImportHeads; choices: ImportChoices }>
  /** The keys of these rows that stand in the list already. */
  known: (rows: readonly RightRow[], call: Call) => Promise<string[]>
  /** Refuses a row as the form of the list does, by throwing; without it the rule of the row says all. */
  check?: (values: ImportValues, call: Call) => Promise<void>
  /** @returns what came in; another window may have been faster */
  add: (rows: readonly ImportValues[], call: Call) => Promise<Added[]>
  /** @returns how many were taken back @throws 422 where somebody has gone on from one of them */
  undo: (booked: Booked, call: Call) => Promise<number>
}

/** A row that came in, or was completed: then it says what it was before. */
type Added = { id: number; before?: FormerRow['before'] }
type Booked = { name: string; bookedAt: string; ids: readonly number[]; former: readonly FormerRow[] }

const asAdded = (ids: readonly number[]): Added[] => ids.map((id) => ({ id }))

const wordsOf = <C extends string>(codes: readonly C[], word: (code: C) => string) =>
  Object.fromEntries(codes.map((code) => [word(code), code]))

/** Columns are called what the fields are called in the list itself. */
const headsOf = <L extends string, F extends ImportField>(
  list: L,
  fields: readonly (`${L}.${F}` extends MessageKey ? F : never)[],
): ImportHeads => Object.fromEntries(fields.map((field) => [field, [say(`${list}.${field}` as MessageKey)]]))

const blacklist: ImportBooks = {
  words: async () => ({
    heads: headsOf('blacklist', importFields.blacklist),
    choices: {
      numberType: wordsOf(numberTypes, (code) => say(`blacklist.types.${code}`)),
      level: wordsOf(levels, (code) => say(`blacklist.levels.${code}`)),
      source: wordsOf(sources, (code) => say(`blacklist.sources.${code}`)),
    },
  }),
  known: (rows) => listedKeys(rows.map(({ values }) => values.number ?? '')),
  add: async (rows, call) =>
    asAdded(
      await addEntries(
        rows.map(({ numberType, number = '', level, source, reason = '', validTo }) => ({
          numberType: numberType as NumberType,
          keyValue: number,
          level: level as (typeof levels)[number],
          source: source as (typeof sources)[number],
          reason,
          validTo: validTo || null,
        })),
        call,
      ),
    ),
  undo: ({ ids, name }, call) => stopEntries(ids, say('imports.undoneReason', { name }), call),
}

const gps: ImportBooks = {
  words: async () => ({
    heads: headsOf('gps', importFields.gps),
    choices: { deviceType: wordsOf(gpsKinds, (code) => say(`gps.kinds.${code}`)) },
  }),
  known: (rows) => stockedNumbers(rows.map(({ key }) => key)),
  add: async (rows, call) =>
    await takeDevices(
      rows.map(({ deviceNo = '', simNo = '', deviceType, vendor = '' }) => ({
        deviceNo,
        simNo,
        deviceType: deviceType as GpsKind,
        vendor,
      })),
      call,
    ),
  undo: ({ ids }) => takeBackStock(ids),
}

const shops: ImportBooks = {
  words: async () => ({
    heads: headsOf('openings', importFields.shops),
    choices: {
      ...(await shopWords()),
      shopType: wordsOf(shopTypes, (code) => say(`openings.shopTypes.${code}`)),
      rebateMode: wordsOf(rebateModes, (code) => say(`openings.rebateModes.${code}`)),
      rating: wordsOf(grades, (code) => say(`openings.grades.${code}`)),
    },
  }),
  known: (rows) => standingShops(rows.map(({ values }) => values.name ?? '')),
  check: checkNewShop,
  add: async (rows, call) => asAdded(await addShops(rows, call)),
  undo: ({ ids }) => takeBackShops(ids),
}

const policyOf = (values: ImportValues): NewPolicy => ({
  orderNo: '',
  insType: '',
  insurer: '',
  policyNo: '',
  premium: '',
  sumInsured: '',
  beneficiary: '',
  startDate: '',
  endDate: '',
  ...values,
})

const policies: ImportBooks = {
  words: async () => ({
    heads: headsOf('papers', importFields.policies),
    choices: { insType: await itemsByLabel('ins_type'), insurer: await itemsByLabel('insurer') },
  }),
  known: async (rows, call) =>
    (
      await standingPolicies(
        rows.map(({ values }) => policyOf(values)),
        call,
      )
    ).map(({ insurer, policyNo }) => `${insurer} ${policyNo}`),
  check: (values, call) => checkNewPolicy(policyOf(values), call),
  add: (rows, call) => addPolicies(rows.map(policyOf), call),
  undo: ({ ids, former, bookedAt }, call) =>
    takeBackPolicies(ids, new Map(former.map(({ id, before }) => [id, before])), bookedAt, call),
}

export const importBooks: Readonly<Record<ImportKind, ImportBooks>> = { blacklist, gps, shops, policies }
