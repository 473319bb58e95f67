package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object to create at the start, as kubectl would apply it.
 *
 * @param place the source for messages: {@code web.yaml document 2}
 * @param object in any served version; the default namespace is {@code default}
 */
public record Manifest(String place, ObjectNode object) {}
