import Libsql from "libsql";

export type Value = string | number | null;

/** One SQLite database: statements are prepared once, rows come back as plain objects. */
export interface Database {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** @returns how many rows the statement changed */
  run(sql: string, ...values: Value[]): number;
  /** Runs statements without values, several at once. */
  script(sql: string): void;
  /** Everything inside happens, or nothing of it. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Opens or creates a database.
 * @param location a file's path, ":memory:" or a `file:` address with SQLite's own options
 */
export function openDatabase(location: string): Database {
  const connection = new Libsql(location);
  const prepared = new Map<string, ReturnType<typeof connection.prepare>>();
  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    // Values go in as one array: given singly, libsql takes a lone null for its list of values.
    get: <Row>(sql: string, ...values: Value[]) => prepare(sql).get(values) as Row | undefined,
    all: <Row>(sql: string, ...values: Value[]) => prepare(sql).all(values) as Row[],
    run: (sql, ...values) => prepare(sql).run(values).changes,
    script: (sql) => {
      connection.exec(sql);
    },
    transaction: (work) => connection.transaction(work).immediate() as ReturnType<typeof work>,
    close: () => {
      prepared.clear();
      connection.close();
    },
  };
}
