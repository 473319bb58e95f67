package dev.hpa.controller.queue;

/**
 * The owner of queued items: an object in a namespace.
 *
 * @param namespace the namespace, which takes turns with other namespaces
 * @param name the object, which takes turns with other objects of its namespace
 */
public record Tenant(String namespace, String name) {}
