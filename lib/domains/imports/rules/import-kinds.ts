import type { Permission } from '../../identity/rules/roles.ts'

/** 导入: the lists that take rows from a file, who may bring them, and their columns by name. */

export const importKinds = ['blacklist', 'gps', 'shops', 'policies'] as const
export type ImportKind = (typeof importKinds)[number]

/** The permission of the verb by hand. */
export const importAccess = {
  blacklist: 'sys:blacklist:save',
  gps: 'gps:stock',
  shops: 'opening:save',
  policies: 'material:upload',
} as const satisfies Record<ImportKind, Permission>

export const importFields = {
  blacklist: ['numberType', 'number', 'level', 'source', 'reason', 'validTo'],
  gps: ['deviceNo', 'simNo', 'deviceType', 'vendor'],
  shops: [
    'name',
    'shopType',
    'channelId',
    'branchId',
    'uscc',
    'legalName',
    'contactName',
    'contactMobile',
    'region',
    'address',
    'mainBrands',
    'agreementTo',
    'rebateMode',
    'rebateValue',
    'rating',
    'account',
  ],
  policies: [
    'orderNo',
    'insType',
    'insurer',
    'policyNo',
    'premium',
    'sumInsured',
    'beneficiary',
    'startDate',
    'endDate',
  ],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]
export const everyImportField: readonly ImportField[] = [...new Set(Object.values(importFields).flat())]

/** 已读取: nothing of it counts yet. */
export const importStates = ['已读取', '已导入', '已撤销'] as const
export type ImportState = (typeof importStates)[number]
export const isReadImport = (state: ImportState): boolean => state === '已读取'
export const isBookedImport = (state: ImportState): boolean => state === '已导入'

export const importLimits = { bytes: 10 * 1024 * 1024, columns: 60, cell: 500 } as const

/** The most rows of a file: those that are written one by one hold what they touch until the last is. */
export const mostRows: Readonly<Record<ImportKind, number>> = {
  blacklist: 20_000,
  gps: 20_000,
  shops: 500,
  policies: 500,
}

/** The lists that everybody with the permission sees whole; of the others a file is for whoever brought it alone. */
export const sharedKinds: readonly ImportKind[] = ['blacklist', 'gps']

/** For so long an import is taken back as a whole. */
const undoneWithinMs = 24 * 60 * 60_000
export const mayBeUndone = (bookedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(bookedAt) <= undoneWithinMs
