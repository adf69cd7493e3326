// Codes of mongod's errors (https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml) that more than
// one file looks for.

/** The user lacks a right. */
export const UNAUTHORIZED = 13;

/** The collection to be made is there already. */
export const NAMESPACE_EXISTS = 48;

/** The collection that was named by its UUID is gone, or another one has its name. */
export const COLLECTION_UUID_MISMATCH = 361;

/** A unique index has the value already. */
export const DUPLICATE_KEY = 11_000;
