import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import {
  batchAgain,
  batchList,
  batchResults,
  candidates,
  readBatch,
  resumeBatch,
  startBatch,
  stopBatch,
} from './batches.ts'
import { contractFile, contractFiles } from './contract-files.ts'
import { generateContracts } from './generate.ts'
import { previewTemplate } from './preview-template.ts'
import { contractList, readContracts } from './read-contracts.ts'
import { madeOfTemplate } from './template-uses.ts'
import {
  publishTemplate,
  readTemplate,
  saveTemplate,
  startTemplate,
  stopTemplate,
  templateList,
} from './templates.ts'

export const orderContractHandlers: HandlersOf<Contracts['orderContracts']> = {
  list: contractList.page,
  get: ({ orderId }, call) => readContracts(orderId, call),
  generate: generateContracts,
  file: ({ id }, call) => contractFile(id, call),
  files: contractFiles,
}

export const contractTemplateHandlers: HandlersOf<Contracts['contractTemplates']> = {
  list: templateList.page,
  get: ({ id }, call) => readTemplate(id, call),
  made: madeOfTemplate.page,
  save: saveTemplate,
  publish: publishTemplate,
  stop: stopTemplate,
  start: startTemplate,
  preview: previewTemplate,
}

export const contractBatchHandlers: HandlersOf<Contracts['contractBatches']> = {
  candidates: candidates.page,
  list: batchList.page,
  get: ({ id }, call) => readBatch(id, call),
  results: batchResults.page,
  start: startBatch,
  stop: stopBatch,
  resume: resumeBatch,
  again: batchAgain,
}
