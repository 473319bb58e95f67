package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.content.ProtobufObject;
import dev.hpa.kube.http.ResponseTooLargeException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One list of a resource, read page by page and object by object. Used once, by one thread. */
final class PagedList<T> {

  /**
   * Five pages of client-go, because each page costs a round trip; objects are decoded as they
   * arrive.
   */
  private static final int PAGE = 2500;

  /** The divisor of the page size if a page is larger than the limit of a response. */
  private static final int SMALLER = 8;

  private final ListRequest request;
  private final ListLimits limits;
  private final ObjectReader<T> reader;
  private final Pages<T> pages;
  private final NamespaceGroups namespaces = new NamespaceGroups();
  private final List<T> objects = new ArrayList<>();
  private final List<UnreadableObject> unreadable = new ArrayList<>();
  private final List<String> namespacesOfPage = new ArrayList<>();

  /** Of all pages. */
  private final CountedInput.Budget budget;

  private int pageSize = PAGE;

  /** Pages of twice this size are too large. */
  private int largestPage = PAGE;

  PagedList(ListRequest request, ListLimits limits, ObjectReader<T> reader, Pages<T> pages) {
    this.request = request;
    this.limits = limits;
    this.budget =
        CountedInput.Budget.atMost(
            limits.bytes(), () -> new IOException(tooLarge(limits.bytes() + " bytes")));
    this.reader = reader;
    this.pages = pages;
  }

  /** Receives the pages of a list that are followed by another one. */
  @FunctionalInterface
  interface Pages<T> {

    /**
     * A page was read.
     *
     * @param objects its objects
     * @param unreadable its objects that cannot be decoded
     * @param complete the namespaces that became complete with it
     */
    void read(List<T> objects, List<UnreadableObject> unreadable, List<String> complete);
  }

  /**
   * The whole list.
   *
   * @param resourceVersion start of a subsequent watch
   */
  record Listed<T>(List<T> objects, List<UnreadableObject> unreadable, String resourceVersion) {}

  private record Head(String resourceVersion, String next) {}

  /**
   * Reads all pages.
   *
   * @throws KubernetesApiException when a page cannot be read, or the list exceeds the limits
   */
  Listed<T> read(KubernetesApi api) throws KubernetesApiException {
    Head head = new Head("", "");
    int number = 0;
    do {
      int decodedBefore = objects.size();
      int unreadableBefore = unreadable.size();
      if (number++ == limits.pages()) {
        throw new KubernetesApiException(0, "", tooLarge(limits.pages() + " pages"), null);
      }
      String asked = head.next();
      head = page(api, head);
      if (!asked.isEmpty() && asked.equals(head.next())) {
        throw new KubernetesApiException(
            0,
            "",
            "the list of %s never ends: a page names itself as the next one; check the API server"
                .formatted(request.subject()),
            null);
      }
      if (!head.next().isEmpty()) {
        pages.read(
            objects.subList(decodedBefore, objects.size()),
            unreadable.subList(unreadableBefore, unreadable.size()),
            namespaces.takeComplete());
      }
    } while (!head.next().isEmpty());
    return new Listed<>(objects, unreadable, head.resourceVersion());
  }

  /** Reads a page; a smaller one if its objects are so large that it exceeds the limit. */
  private Head page(KubernetesApi api, Head before) throws KubernetesApiException {
    int decodedBefore = objects.size();
    int unreadableBefore = unreadable.size();
    while (true) {
      try {
        Head head = call(api, before);
        namespacesOfPage.forEach(namespaces::next);
        pageSize = Math.min(largestPage, 2 * pageSize);
        return head;
      } catch (KubernetesApiException failure) {
        objects.subList(decodedBefore, objects.size()).clear();
        unreadable.subList(unreadableBefore, unreadable.size()).clear();
        if (!(failure.getCause() instanceof ResponseTooLargeException) || pageSize == 1) {
          throw failure;
        }
        largestPage = Math.max(1, pageSize / 2);
        pageSize = Math.max(1, pageSize / SMALLER);
      } finally {
        namespacesOfPage.clear();
      }
    }
  }

  private Head call(KubernetesApi api, Head before) throws KubernetesApiException {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("limit", Integer.toString(pageSize));
    if (!before.next().isEmpty()) {
      query.put("continue", before.next());
    }
    return api.call(
        request.with(query),
        new KubernetesApi.BodyReader<>() {
          @Override
          public Head read(InputStream body) throws IOException {
            return readPage(ObjectJson.FACTORY.createParser(new CountedInput(body, budget)));
          }

          @Override
          public Head read(InputStream body, String contentType) throws IOException {
            return ContentType.of(contentType) == ContentType.PROTOBUF
                ? readPage(
                    ProtobufObject.of(new CountedInput(body, budget).readAllBytes()).typedParser())
                : read(body);
          }
        });
  }

  private String tooLarge(String limit) {
    return "the list of "
        + request.subject()
        + " is larger than "
        + limit
        + ", the limit; check the API server";
  }

  /**
   * @throws IOException if the response is anything but a list of the API group, which would
   *     otherwise be a list without objects
   */
  private Head readPage(JsonParser page) throws IOException {
    Head head = new Head("", "");
    String kind = "";
    String apiVersion = "";
    try (JsonParser in = page) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("the response is not a list");
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        if (name.equals("metadata")) {
          JsonNode metadata = Json.tree(in);
          head =
              new Head(
                  metadata.path("resourceVersion").asText(""),
                  metadata.path("continue").asText(""));
        } else if (name.equals("kind")) {
          kind = in.getValueAsString("");
        } else if (name.equals("apiVersion")) {
          apiVersion = in.getValueAsString("");
        } else if (name.equals("items") && in.currentToken() == JsonToken.START_ARRAY) {
          readItems(in);
        } else {
          in.skipChildren();
        }
      }
    }
    checkType(kind, apiVersion);
    if (head.resourceVersion().isEmpty()) {
      throw new IOException("the response is a list without a resourceVersion");
    }
    return head;
  }

  private void checkType(String kind, String apiVersion) throws IOException {
    if (kind.isEmpty() || kind.equals("Status") || !isOfGroup(apiVersion)) {
      throw new IOException(
          "the response is not a list of %s: its kind is \"%s\", its apiVersion \"%s\""
              .formatted(request.subject(), kind, apiVersion));
    }
  }

  private boolean isOfGroup(String apiVersion) {
    String path = request.path();
    return path.startsWith("/apis/" + apiVersion + "/")
        || path.startsWith("/api/" + apiVersion + "/")
        || (request.format() == ApiRequest.ResponseFormat.METADATA
            && apiVersion.startsWith("meta.k8s.io/"));
  }

  private void readItems(JsonParser in) throws IOException {
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        throw new IOException("the server listed a value that is not an object");
      }
      if (objects.size() + unreadable.size() == limits.objects()) {
        throw new IOException(tooLarge(limits.objects() + " objects"));
      }
      switch (reader.read(in)) {
        case ObjectReader.Outcome.Decoded<T>(Reflector.Versioned<T> object) -> {
          namespacesOfPage.add(object.namespace());
          objects.add(object.value());
        }
        case ObjectReader.Outcome.Unreadable<T>(UnreadableObject object) -> {
          namespacesOfPage.add(object.key().namespace());
          unreadable.add(object);
        }
        case ObjectReader.Outcome.OutOfScope<T> skipped -> {
          // Not kept.
        }
      }
    }
  }
}
