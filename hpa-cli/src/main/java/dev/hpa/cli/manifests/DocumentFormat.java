package dev.hpa.cli.manifests;

/** Formats of documents. */
public enum DocumentFormat {
  yaml,
  json,
  ndjson
}
