import { runContracts, unsignedOf } from './contracts/service/order-contracts.ts'

/** The contracts of an order as releases and text messages know them, which stand below contracts: by these names alone. */
export const contractEffects = {
  /** 放款: the signed contracts run with their loan. */
  runContracts,
  /** 签署提醒: the people who still have to sign. */
  unsignedOf,
}
