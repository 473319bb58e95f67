package dev.hpa.sandbox.resources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Handles TokenRequests of service accounts. */
final class TokenRequestHandler {

  private static final long DEFAULT_SECONDS = 3600;
  private static final long MIN_SECONDS = 600;
  private static final long MAX_SECONDS = 1L << 32;

  private final Cluster cluster;
  private final TokenAuthenticator tokens;

  TokenRequestHandler(Cluster cluster, TokenAuthenticator tokens) {
    this.cluster = cluster;
    this.tokens = tokens;
  }

  ApiResponse answer(ApiRequest call, RequestInfo target) {
    if (!target.type().equals(ResourceTypes.SERVICE_ACCOUNTS)) {
      throw RequestInfo.notFound();
    }
    if (!call.method().equals("POST")) {
      throw StatusException.methodNotAllowed();
    }
    ObjectNode request = RequestDecoder.tokenRequest(call);
    StoredObject account = cluster.get(target.type(), ResourceHandler.key(target));
    ObjectNode spec = request.withObject("/spec");
    long seconds = seconds(spec);
    if (spec.hasNonNull("boundObjectRef")) {
      throw StatusException.notServed("the sandbox does not bind tokens to objects");
    }
    List<String> audiences = audiences(spec);
    TokenAuthenticator.Issued token = tokens.issue(account, audiences, Duration.ofSeconds(seconds));
    ArrayNode shown = spec.putArray("audiences");
    audiences.forEach(shown::add);
    spec.put("expirationSeconds", seconds).putNull("boundObjectRef");
    request
        .putObject("metadata")
        .put("name", account.name())
        .put("namespace", account.namespace())
        .put("uid", account.uid())
        .put("creationTimestamp", Timestamps.format(cluster.now()));
    request
        .putObject("status")
        .put("token", token.token())
        .put("expirationTimestamp", Timestamps.format(token.expires()));
    return ApiResponse.json(201, request);
  }

  private static long seconds(JsonNode spec) {
    long seconds = spec.path("expirationSeconds").asLong(DEFAULT_SECONDS);
    if (seconds < MIN_SECONDS) {
      throw invalid(seconds, "may not specify a duration less than 10 minutes");
    }
    if (seconds > MAX_SECONDS) {
      throw invalid(seconds, "may not specify a duration larger than 2^32 seconds");
    }
    return seconds;
  }

  private static StatusException invalid(long seconds, String why) {
    return StatusException.invalid(
        ReviewHandler.AUTHENTICATION,
        "TokenRequest",
        "",
        List.of(Cause.invalid("spec.expirationSeconds", Long.toString(seconds), why)));
  }

  private static List<String> audiences(JsonNode spec) {
    List<String> audiences = new ArrayList<>();
    spec.path("audiences").forEach(each -> audiences.add(each.asText()));
    return audiences.isEmpty() ? List.of(TokenAuthenticator.API_SERVER) : audiences;
  }
}
