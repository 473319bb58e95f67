package dev.hpa.metrics.prometheus;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hpa.metrics.prometheus.template.Template;
import dev.hpa.metrics.prometheus.template.TemplateException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The labels that name objects, and the resources of these objects, by the overrides and the
 * template of a rule. Thread-safe; calls may block on requests to the API server.
 */
final class ResourceLabels {

  private final Map<String, Resource> overrides;
  private final Form form;
  private final RestMapper mapper;

  /** The labels by resource: of the overrides, and of the template since it was asked. */
  private final Map<Resource, String> byResource = new ConcurrentHashMap<>();

  private ResourceLabels(Map<String, Resource> overrides, Form form, RestMapper mapper) {
    this.overrides = overrides;
    this.form = form;
    this.mapper = mapper;
    overrides.forEach((label, resource) -> byResource.put(resource, label));
  }

  /** The template of labels, which may be absent. Immutable. */
  static final class Form {
    private static final Map<String, Template.Type> FIELDS =
        Map.of("Group", Template.Type.TEXT, "Resource", Template.Type.TEXT);

    private final @Nullable Template template;
    private final @Nullable Pattern labels;

    private Form(@Nullable Template template, @Nullable Pattern labels) {
      this.template = template;
      this.labels = labels;
    }

    /**
     * @throws IllegalArgumentException if the template is invalid
     */
    static Form parse(@Nullable String text) {
      if (text == null || text.isEmpty()) {
        return new Form(null, null);
      }
      try {
        Template template = Template.parse(text, FIELDS);
        String expression = label(template, "(?P<group>.+?)", "(?P<resource>.+?)");
        Pattern pattern = Pattern.compile("^" + expression + "$");
        if (pattern.namedGroups().containsKey("resource")) {
          return new Form(template, pattern);
        }
      } catch (TemplateException | PatternSyntaxException malformed) {
        throw new IllegalArgumentException(
            "resources.template: " + malformed.getMessage(), malformed);
      }
      throw new IllegalArgumentException(
          "resources.template: \"%s\" has no <<.Resource>>; add it".formatted(text));
    }

    private static String label(Template template, String group, String resource) {
      return template.execute(Map.of("Group", group, "Resource", resource));
    }

    /**
     * The label of a resource.
     *
     * @throws TemplateException if there is none
     */
    String label(ResourceMapping resource) {
      if (template == null) {
        throw new TemplateException(
            "the rule names no label of %s; add it to resources.overrides or set resources.template"
                .formatted(resource.groupResource()));
      }
      String label =
          label(template, resource.group().replace('.', '_').replace('-', '_'), resource.kind());
      if (label.isEmpty()) {
        throw new TemplateException(
            "resources.template gives an empty label of " + resource.groupResource());
      }
      return label;
    }

    /** The group and resource that a label may name; null if it names none. */
    @Nullable Resource named(String label) {
      Matcher found = labels == null ? null : labels.matcher(label);
      if (found == null || !found.matches()) {
        return null;
      }
      String group = found.pattern().namedGroups().containsKey("group") ? found.group("group") : "";
      return new Resource(group == null ? "" : group, found.group("resource"));
    }
  }

  /**
   * The labels of a rule.
   *
   * @throws IllegalArgumentException if the template is invalid
   * @throws NoMatchException if the API server does not serve a resource of the overrides
   * @throws KubernetesApiException if the API server cannot be asked
   */
  static ResourceLabels of(Rules.@Nullable Resources resources, RestMapper mapper)
      throws KubernetesApiException {
    Form form = Form.parse(resources == null ? null : resources.template());
    Map<String, Resource> overrides = new HashMap<>();
    if (resources != null && resources.overrides() != null) {
      for (Map.Entry<String, Rules.GroupResource> each : resources.overrides().entrySet()) {
        overrides.put(each.getKey(), override(each.getKey(), each.getValue(), mapper));
      }
    }
    return new ResourceLabels(overrides, form, mapper);
  }

  private static Resource override(
      String label, Rules.@Nullable GroupResource named, RestMapper mapper)
      throws KubernetesApiException {
    Resource wanted =
        new Resource(
            named == null || named.group() == null ? "" : named.group(),
            named == null || named.resource() == null ? "" : named.resource());
    Resource found = wanted.resource().isEmpty() ? null : served(wanted, mapper);
    if (found == null) {
      throw new NoMatchException(
          "resources.overrides.%s: the API server serves no resource \"%s\""
              .formatted(label, wanted));
    }
    return found;
  }

  /** The resource under its plural name; null if the API server does not serve it. */
  private static @Nullable Resource served(Resource wanted, RestMapper mapper)
      throws KubernetesApiException {
    try {
      ResourceMapping mapping =
          mapper.resource(wanted.group(), wanted.resource().toLowerCase(Locale.ROOT));
      return new Resource(mapping.group(), mapping.resource());
    } catch (NoMatchException unknown) {
      return null;
    }
  }

  /**
   * The label of a resource.
   *
   * @throws KubernetesApiException if the API server cannot be asked, or does not serve a resource
   * @throws TemplateException if there is no such label
   */
  String of(Resource resource) throws KubernetesApiException {
    String known = byResource.get(resource);
    if (known != null) {
      return known;
    }
    String label = form.label(mapper.resource(resource.group(), resource.resource()));
    byResource.put(resource, label);
    return label;
  }

  /**
   * The resources that the labels of a series name; labels of unknown resources name none.
   *
   * @throws KubernetesApiException if the API server cannot be asked
   */
  List<Resource> of(List<String> seriesLabels) throws KubernetesApiException {
    List<Resource> resources = new ArrayList<>();
    for (String label : seriesLabels) {
      Resource override = overrides.get(label);
      Resource named = override == null ? form.named(label) : null;
      Resource found = named == null ? override : served(named, mapper);
      if (found != null) {
        resources.add(found);
      }
    }
    return resources;
  }
}
