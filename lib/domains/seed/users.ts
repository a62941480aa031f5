import { db } from '../../platform/db/client.ts'
import { fakeMobile } from '../../rules/made-up-numbers.ts'
import { type RoleCode, roleCodes, roles } from '../identity/rules/roles.ts'
import { sysUser } from '../identity/table.ts'
import type { Organisation } from './organisation.ts'
import { nameOf } from './people.ts'
import type { DemoTenant } from './tenants.ts'

type Place = (organisation: Organisation) => number | undefined

/** The people who do not work at headquarters. */
const places: Partial<Record<RoleCode, Place>> = {
  shop_user: ({ shops }) => shops[0]?.unit.id,
  channel_mgr: ({ region }) => region.id,
  entry_clerk: ({ branches }) => branches[0]?.unit.id,
  branch_mgr: ({ branches }) => branches[0]?.unit.id,
}

/** Beside one account a role, named by its code: those that two people at work need, and one in each shop. */
const seconds: { account: string; role: RoleCode; place?: Place }[] = [
  { account: 'entry_clerk2', role: 'entry_clerk', place: ({ headquarters }) => headquarters.id },
  { account: 'pre_reviewer2', role: 'pre_reviewer' },
  { account: 'shop_user2', role: 'shop_user', place: ({ shops }) => shops[2]?.unit.id },
  { account: 'shop_user3', role: 'shop_user', place: ({ shops }) => shops[1]?.unit.id },
  { account: 'shop_user4', role: 'shop_user', place: ({ shops }) => shops[3]?.unit.id },
  { account: 'dd_officer2', role: 'dd_officer', place: ({ branches }) => branches[1]?.unit.id },
  { account: 'finance_checker2', role: 'finance_checker' },
  { account: 'cashier2', role: 'cashier' },
  { account: 'branch_mgr2', role: 'branch_mgr', place: ({ branches }) => branches[1]?.unit.id },
  { account: 'admin2', role: 'admin' },
]

/** One user for each role of domain.md 1.2, and the second ones. @returns user id by account */
export async function seedUsers(
  tenant: DemoTenant,
  organisation: Organisation,
  passwordHash: string,
): Promise<Record<string, number>> {
  const wanted = [...roleCodes.map((role) => ({ account: role, role, place: undefined })), ...seconds]
  const rows = wanted.map(({ account, role, place }, at) => ({
    account,
    name: nameOf(800_000 + tenant.id * 100 + at),
    passwordHash,
    mobile: fakeMobile(800_000_000 + tenant.id * 100 + at),
    orgUnitId: (place ?? places[role])?.(organisation) ?? organisation.headquarters.id,
    roleCodes: [role],
    dataScope: roles[role].dataScope,
  }))
  const made = await db().insert(sysUser).values(rows).returning({ id: sysUser.id, account: sysUser.account })
  return Object.fromEntries(made.map(({ account, id }) => [account, id]))
}
