package dev.hpa.sandbox.faults;

/**
 * The attributes of a request that faults match.
 *
 * @param path decoded, without the query
 * @param client the User-Agent header, empty when absent
 * @param watch whether it is a watch
 * @param list whether it is a list
 */
public record MatchedRequest(
    String method, String path, String client, boolean watch, boolean list) {}
