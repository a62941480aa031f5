-- 任务: what is to be done behind the calls, now or at its time (schema/jobs.ts).

CREATE TABLE job (
	LIKE nlos_row INCLUDING ALL,
	name text NOT NULL,
	once_key text,
	data jsonb NOT NULL DEFAULT '{}',
	status text NOT NULL DEFAULT 'queued',
	run_at timestamptz NOT NULL DEFAULT now(),
	attempts integer NOT NULL DEFAULT 0,
	failures integer NOT NULL DEFAULT 0,
	leased_until timestamptz,
	started_at timestamptz,
	ended_at timestamptz,
	done integer NOT NULL DEFAULT 0,
	total integer,
	stop_asked boolean NOT NULL DEFAULT false,
	error text,
	CHECK (status IN ('queued', 'running', 'done', 'failed', 'stopped'))
);
CREATE UNIQUE INDEX job_once ON job (tenant_id, name, once_key);
CREATE INDEX job_open ON job (tenant_id, run_at, id) WHERE status IN ('queued', 'running');
CREATE INDEX job_newest ON job (tenant_id, name, id);
SELECT nlos_protect('job');

-- Which tenants have something to do now: what is due, and what a process that is gone left under way.
CREATE POLICY waiting_rows ON job FOR SELECT TO nlos_clock USING (true);
GRANT SELECT (tenant_id, status, run_at, leased_until) ON job TO nlos_clock;
CREATE INDEX job_waiting ON job (run_at) WHERE status IN ('queued', 'running');
CREATE FUNCTION nlos_waiting_jobs() RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT DISTINCT tenant_id FROM job
	WHERE run_at <= now() AND (status = 'queued' OR (status = 'running' AND leased_until <= now()))
$$;
GRANT CREATE ON SCHEMA public TO nlos_clock;
ALTER FUNCTION nlos_waiting_jobs() OWNER TO nlos_clock;
REVOKE CREATE ON SCHEMA public FROM nlos_clock;
REVOKE EXECUTE ON FUNCTION nlos_waiting_jobs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nlos_waiting_jobs() TO nlos_app;
