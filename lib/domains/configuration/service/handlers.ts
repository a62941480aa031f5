import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { createDictionary, listDictionaries, removeDictionary, saveDictionary } from './edit-dictionary.ts'
import { dictionaryItems, moveItem, saveItem } from './edit-items.ts'
import { listMenus, moveMenu, removeMenu, saveMenu } from './edit-menu.ts'

export const configurationHandlers: HandlersOf<Contracts['configuration']> = {
  menus: listMenus,
  saveMenu,
  moveMenu,
  removeMenu,
  dictionaries: listDictionaries,
  createDictionary,
  saveDictionary,
  removeDictionary,
  dictionaryItems: dictionaryItems.page,
  saveDictionaryItem: saveItem,
  moveDictionaryItem: moveItem,
}
