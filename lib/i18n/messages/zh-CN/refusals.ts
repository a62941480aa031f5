/** Why the embedded backend refuses an action on an order or a file, beyond the guards of the order machine. */
const refusals = {
  takenBy: '该订单已被{name}领取',
  notOfStage: '该人员不能处理本环节',
  coolingOff: '该客户被拒绝未满30天，{date}后可再次提交',
  shopOutsideScope: '门店不在您的数据范围内',
  salesmanOutsideScope: '客户经理不在您的数据范围内',
  productNotOffered: '产品未上架',
  customerChanged: '更换客户请作废后重新进件',
  confirmDti: '收入负债比超过70%，请确认后提交',
  fileEmpty: '文件为空',
  fileTooLarge: '文件不能超过10MB',
  fileType: '仅支持JPG、PNG、PDF文件',
  filePixels: '图片尺寸过大',
  fileBroken: '图片无法识别，请重新拍摄或选择',
  fileCount: '该材料最多上传{max}个文件',
  materialUnknown: '该订单没有此材料',
  materialReviewed: '该材料已审核通过',
}

export default refusals
