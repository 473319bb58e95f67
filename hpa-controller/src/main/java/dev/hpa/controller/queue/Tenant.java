package dev.hpa.controller.queue;

/**
 * Whose work waits.
 *
 * @param namespace the namespace, which shares with other namespaces
 * @param name the object in it, which shares with other objects of its namespace
 */
public record Tenant(String namespace, String name) {}
