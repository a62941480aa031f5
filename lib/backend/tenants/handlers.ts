import type { Contracts } from '../../contracts/index.ts'
import { inTenantOf } from '../db/client.ts'
import type { HandlersOf } from '../handler.ts'
import { readPicture, removePicture, uploadPicture } from './pictures.ts'
import { readSettings, renewOfficialToken, saveSettings } from './settings.ts'

export const tenantHandlers: HandlersOf<Contracts['tenants']> = {
  brand: (_input, { tenantCode }) => inTenantOf(tenantCode, readSettings),
  picture: ({ tenant, file }) => inTenantOf(tenant, () => readPicture(file)),
  get: (_input, { tenantId }) => readSettings(tenantId),
  save: saveSettings,
  uploadPicture,
  removePicture,
  officialToken: renewOfficialToken,
}
