import { eq, inArray, type SQL } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { application } from '../../orders/table.ts'
import { contractTemplates } from '../contract/templates.ts'
import { contract, contractTemplateVersion } from '../table/contracts.ts'

/** The contracts that were made of a version of a template. */

const ofVersion = (where: SQL | undefined) =>
  inArray(
    contract.templateVersionId,
    db().select({ id: contractTemplateVersion.id }).from(contractTemplateVersion).where(where),
  )

export const madeOfTemplate = defineList(contractTemplates.made, {
  table: contract,
  scope: 'order',
  filters: {
    templateId: (id) => ofVersion(eq(contractTemplateVersion.templateId, id)),
    version: (version) => ofVersion(eq(contractTemplateVersion.version, version)),
  },
  search: textIn(contract.contractNo),
  sorts: { generatedAt: contract.generatedAt },
  rows: (ids) =>
    db()
      .select({
        id: contract.id,
        contractNo: contract.contractNo,
        status: contract.status,
        generatedAt: contract.generatedAt,
        orderId: contract.orderId,
        orderNo: application.orderNo,
        customerName: application.customerName,
      })
      .from(contract)
      .innerJoin(application, eq(application.id, contract.orderId))
      .where(inArray(contract.id, ids)),
})
