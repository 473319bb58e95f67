package dev.hpa.cli.deploy;

import java.util.Arrays;
import java.util.List;

/**
 * A request as the authorizer of an API server sees it.
 *
 * @param namespace empty for all namespaces and for cluster-scoped objects
 * @param resource with its subresource, such as {@code deployments/scale}
 * @param name empty for a list and a create
 */
public record ApiCall(String verb, String group, String namespace, String resource, String name) {

  /**
   * @param line method and path, such as {@code GET /api/v1/pods?watch=true}
   */
  static ApiCall of(String line) {
    String[] words = line.split(" ");
    String[] path = words[1].split("\\?");
    boolean watch = path.length > 1 && path[1].contains("watch=true");
    List<String> rest = Arrays.asList(path[0].substring(1).split("/"));
    boolean core = rest.getFirst().equals("api");
    String group = core ? "" : rest.get(1);
    rest = rest.subList(core ? 2 : 3, rest.size());
    String namespace = "";
    if (rest.getFirst().equals("namespaces") && rest.size() > 2) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    String name = rest.size() > 1 ? rest.get(1) : "";
    String resource = rest.size() > 2 ? rest.getFirst() + "/" + rest.get(2) : rest.getFirst();
    return new ApiCall(verb(words[0], watch, name), group, namespace, resource, name);
  }

  private static String verb(String method, boolean watch, String name) {
    return switch (method) {
      case "GET" -> watch ? "watch" : name.isEmpty() ? "list" : "get";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> throw new IllegalArgumentException(method);
    };
  }
}
