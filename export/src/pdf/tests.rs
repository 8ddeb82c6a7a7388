//! Tests of whole documents, read back with lopdf.
