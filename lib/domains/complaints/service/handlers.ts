import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { saveComplaint } from './save-complaint.ts'

export const complaintHandlers: HandlersOf<Contracts['complaints']> = { save: saveComplaint }
