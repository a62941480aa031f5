import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { contractFile, contractFiles } from './contract-files.ts'
import { generateContracts } from './generate.ts'
import { contractList, readContracts } from './read-contracts.ts'
import {
  previewTemplate,
  publishTemplate,
  readTemplate,
  saveTemplate,
  stopTemplate,
  templateList,
} from './templates.ts'

export const orderContractHandlers: HandlersOf<Contracts['orderContracts']> = {
  list: contractList.page,
  get: ({ orderId }, call) => readContracts(orderId, call),
  generate: generateContracts,
  file: ({ id }, call) => contractFile(id, call),
  files: ({ ids }, call) => contractFiles(ids, call),
}

export const contractTemplateHandlers: HandlersOf<Contracts['contractTemplates']> = {
  list: templateList.page,
  get: ({ id }, call) => readTemplate(id, call),
  save: saveTemplate,
  publish: publishTemplate,
  stop: stopTemplate,
  preview: previewTemplate,
}
