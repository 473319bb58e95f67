package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;

/**
 * The saved state of an autoscaler.
 *
 * @param uid the UID of the autoscaler: a recreated one does not inherit the state
 * @param at when the state was current, in milliseconds
 * @param sections the values of the sections, by name
 */
record SavedAutoscaler(String uid, Instant at, Map<String, JsonNode> sections) {}
