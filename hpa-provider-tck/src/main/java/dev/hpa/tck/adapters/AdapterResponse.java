package dev.hpa.tck.adapters;

/**
 * A response of an adapter.
 *
 * @param code the HTTP status code
 * @param contentType the header {@code Content-Type}; empty if absent
 * @param body the body as UTF-8
 */
public record AdapterResponse(int code, String contentType, String body) {}
