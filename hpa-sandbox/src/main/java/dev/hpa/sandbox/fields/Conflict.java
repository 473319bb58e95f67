package dev.hpa.sandbox.fields;

/**
 * A field somebody wants to have otherwise than its owner.
 *
 * @param manager the owner as messages name it
 * @param field its path
 */
public record Conflict(String manager, String field) {}
