package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object a cluster begins with, as it would be given to kubectl.
 *
 * @param place where it comes from, for messages: {@code web.yaml document 2}
 * @param object in any version that is served; without a namespace it goes to {@code default}
 */
public record Manifest(String place, ObjectNode object) {}
