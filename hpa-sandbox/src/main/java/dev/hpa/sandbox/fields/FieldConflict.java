package dev.hpa.sandbox.fields;

/**
 * A field that an apply would change and that another manager owns.
 *
 * @param manager the owner as messages print it
 * @param field the path of the field
 */
public record FieldConflict(String manager, String field) {}
