import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { saveComplaint } from './save-complaint.ts'

export const complaintHandlers: HandlersOf<Contracts['complaints']> = { save: saveComplaint }
