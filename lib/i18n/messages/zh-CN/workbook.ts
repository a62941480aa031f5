/** Words in exported files beside the names of the fields. */
const workbook = {
  sheet: '订单',
  by: '导出人 {name}（{account}） {time}',
  cut: '仅导出前 {count} 条',
  system: '系统',
  /** What a demo account can do today; said on the login page. */
  can: {
    intake: '录入进件、提交预审',
    entry: '标准录单、提交初审',
    preReview: '领取并审核预审',
    orders: '查询订单与进度',
    administration: '管理用户、角色、菜单与日志',
  },
  column: {
    orderNo: '订单编号',
    customerName: '客户姓名',
    idNo: '证件号',
    mobile: '手机号',
    productName: '产品名称',
    shopName: '门店',
    branchName: '分公司',
    salesmanName: '客户经理',
    status: '状态',
    milestones: '里程碑',
    stay: '滞留(小时)',
    createdAt: '创建时间',
    appliedAmount: '申请金额',
    returnCount: '退回次数',
    source: '来源',
    submitCount: '提交次数',
    stageEnteredAt: '进入时间',
    claimedByName: '领取人',
    claimedAt: '领取时间',
    riskHint: '风控提示',
    financeAmount: '融资额',
    term: '期数',
    monthlyPayment: '月供',
    capitalName: '资方',
    releasedAt: '放款日期',
  },
}

export default workbook
