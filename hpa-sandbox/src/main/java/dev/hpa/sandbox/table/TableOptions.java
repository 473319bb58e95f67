package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.function.UnaryOperator;

/**
 * Options of a table.
 *
 * @param now the time that ages are relative to
 * @param version of {@code meta.k8s.io}: {@code v1} or {@code v1beta1}
 * @param includeObject what rows include of their object
 * @param shown converts a stored object to the requested version when the complete object is
 *     included
 */
public record TableOptions(
    Instant now, String version, IncludeObject includeObject, UnaryOperator<ObjectNode> shown) {}
