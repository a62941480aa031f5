import type { Permission, RoleCode } from './roles.ts'

/**
 * The permission helpers of the specification, point 6, on roles and permission strings alike: their names never meet,
 * a permission has a colon.
 */
export type Holding = Permission | RoleCode

/** Everything that somebody holds: roles and permissions together. */
export type Held = ReadonlySet<string>

/** has-permission: all listed are held. */
export const hasAll = (held: Held, listed: readonly string[]): boolean => listed.every((one) => held.has(one))

/** has-any-permission: any listed is held; of an empty list none is. */
export const hasAny = (held: Held, listed: readonly string[]): boolean => listed.some((one) => held.has(one))

/** has-no-permission: none listed is held. */
export const hasNone = (held: Held, listed: readonly string[]): boolean => !hasAny(held, listed)
