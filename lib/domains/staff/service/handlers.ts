import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { choices } from './choices.ts'
import { menuChoices, readRole, roles } from './list-roles.ts'
import { exportUsers, users } from './list-users.ts'
import { removeRole, saveRole } from './save-role.ts'
import { createUser, saveUser } from './save-user.ts'
import { resetPassword, setUserStatus, unlockUser } from './user-verbs.ts'

export const staffHandlers: HandlersOf<Contracts['staff']> = {
  users: users.page,
  exportUsers,
  choices,
  createUser,
  saveUser,
  setUserStatus,
  resetPassword,
  unlockUser,
  roles: roles.page,
  role: readRole,
  menuChoices,
  saveRole,
  removeRole,
}
