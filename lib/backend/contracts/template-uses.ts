import { eq, inArray, type SQL } from 'drizzle-orm'
import { contractTemplates } from '../../contracts/contract-templates.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { textIn } from '../db/list-conditions.ts'
import { application } from '../db/schema/applications.ts'
import { contract, contractTemplateVersion } from '../db/schema/contracts.ts'

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
        ...{ id: contract.id, contractNo: contract.contractNo, status: contract.status },
        ...{ generatedAt: contract.generatedAt, orderId: contract.orderId },
        ...{ orderNo: application.orderNo, customerName: application.customerName },
      })
      .from(contract)
      .innerJoin(application, eq(application.id, contract.orderId))
      .where(inArray(contract.id, ids)),
})
