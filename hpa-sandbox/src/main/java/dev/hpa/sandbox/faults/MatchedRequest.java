package dev.hpa.sandbox.faults;

/**
 * A request as far as faults look at it.
 *
 * @param path decoded, without the query
 * @param client the User-Agent header, empty when absent
 * @param watch whether it asks for a watch
 * @param list whether it asks for a list of objects
 */
public record MatchedRequest(
    String method, String path, String client, boolean watch, boolean list) {}
