-- 抵押登记 (schema/mortgages.ts).

CREATE TABLE mortgage (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	mortgagee text NOT NULL,
	rank integer NOT NULL,
	dmv_office text NOT NULL,
	agent text NOT NULL,
	apply_at date NOT NULL,
	reg_no text,
	done_at date,
	status text NOT NULL
);
CREATE UNIQUE INDEX mortgage_order ON mortgage (tenant_id, order_id);

SELECT nlos_refer('mortgage', 'order_id', 'application');

SELECT nlos_protect('mortgage');
