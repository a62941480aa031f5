import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { choices } from './choices.ts'
import { exportUsers } from './export-users.ts'
import { listRoles, menuChoices, readRole } from './list-roles.ts'
import { listUsers } from './list-users.ts'
import { removeRole, saveRole } from './save-role.ts'
import { createUser, saveUser } from './save-user.ts'
import { resetPassword, setUserStatus, unlockUser } from './user-verbs.ts'

export const staffHandlers: HandlersOf<Contracts['staff']> = {
  users: listUsers,
  exportUsers,
  choices,
  createUser,
  saveUser,
  setUserStatus,
  resetPassword,
  unlockUser,
  roles: listRoles,
  role: readRole,
  menuChoices,
  saveRole,
  removeRole,
}
