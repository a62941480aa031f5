import { inTenantOf } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
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
