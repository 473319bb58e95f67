package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strict field validation of JSON, with the messages of kube-apiserver: reports the first value of
 * a wrong type, and all unknown and duplicate fields. Not reusable.
 */
final class StrictFieldValidator {

  private final JsonParser in;
  private final List<String> problems = new ArrayList<>();
  private @Nullable String mismatch;

  private StrictFieldValidator(JsonParser in) {
    this.in = in;
  }

  static ObjectSchema.Findings of(String json, Descriptor type) {
    try (JsonParser in = Json.mapper().createParser(json)) {
      StrictFieldValidator check = new StrictFieldValidator(in);
      if (in.nextToken() == JsonToken.START_OBJECT) {
        check.members(type, Place.ROOT);
      }
      return new ObjectSchema.Findings(check.mismatch, List.copyOf(check.problems));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The position of a value.
   *
   * @param exact with list indexes and map keys
   * @param fields field names only
   */
  private record Place(String exact, String fields) {

    static final Place ROOT = new Place("", "");

    Place field(String name) {
      return new Place(joined(exact, name), joined(fields, name));
    }

    Place key(String name) {
      return new Place(joined(exact, name), fields);
    }

    Place element(int index) {
      return new Place(exact + "[" + index + "]", fields);
    }

    private static String joined(String path, String name) {
      return path.isEmpty() ? name : path + "." + name;
    }
  }

  private void members(Descriptor type, Place place) throws IOException {
    Set<String> seen = new HashSet<>();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      Place member = place.field(name);
      FieldDescriptor field = MessageFields.find(type, name);
      in.nextToken();
      if (field != null) {
        reportDuplicate(seen, name, member);
        member(field, type, member);
      } else {
        if (!MessageFields.isTypeField(type, name)) {
          problems.add("unknown field \"" + member.exact() + "\"");
        } else {
          reportDuplicate(seen, name, member);
        }
        in.skipChildren();
      }
    }
  }

  private void reportDuplicate(Set<String> seen, String name, Place place) {
    if (!seen.add(name)) {
      problems.add("duplicate field \"" + place.exact() + "\"");
    }
  }

  private void member(FieldDescriptor field, Descriptor owner, Place place) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (field.isMapField()) {
      entries(field, owner, place);
    } else if (field.isRepeated()) {
      elements(field, owner, place);
    } else {
      value(field, owner, place);
    }
  }

  private void entries(FieldDescriptor field, Descriptor owner, Place place) throws IOException {
    if (!requireToken(JsonToken.START_OBJECT, field, owner, place)) {
      return;
    }
    FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
    Set<String> seen = new HashSet<>();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      Place entry = place.key(in.currentName());
      reportDuplicate(seen, in.currentName(), entry);
      in.nextToken();
      value(value, owner, entry);
    }
  }

  private void elements(FieldDescriptor field, Descriptor owner, Place place) throws IOException {
    if (!requireToken(JsonToken.START_ARRAY, field, owner, place)) {
      return;
    }
    int index = 0;
    while (in.nextToken() != JsonToken.END_ARRAY) {
      value(field, owner, place.element(index++));
    }
  }

  private void value(FieldDescriptor field, Descriptor owner, Place place) throws IOException {
    JsonToken token = in.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    switch (field.getJavaType()) {
      case MESSAGE -> message(field, owner, place);
      case STRING, BYTE_STRING ->
          require(token == JsonToken.VALUE_STRING, found(), field, owner, place);
      case BOOLEAN -> require(token.isBoolean(), found(), field, owner, place);
      case INT -> number(Integer.MIN_VALUE, Integer.MAX_VALUE, field, owner, place);
      case LONG -> number(Long.MIN_VALUE, Long.MAX_VALUE, field, owner, place);
      default -> require(token.isNumeric(), found(), field, owner, place);
    }
  }

  private void message(FieldDescriptor field, Descriptor owner, Place place) throws IOException {
    SpecialTypeConverter special = SpecialTypeConverter.of(field.getMessageType());
    if (special == null) {
      if (require(in.currentToken() == JsonToken.START_OBJECT, found(), field, owner, place)) {
        members(field.getMessageType(), place);
      }
      return;
    }
    String text = in.currentToken().isScalarValue() ? in.getText() : "";
    report(SpecialTypeValidator.mismatch(special, in.currentToken(), text));
    in.skipChildren();
  }

  private void number(long least, long most, FieldDescriptor field, Descriptor owner, Place place)
      throws IOException {
    if (!in.currentToken().isNumeric()) {
      require(false, found(), field, owner, place);
      return;
    }
    String literal = in.getText();
    require(isBetween(literal, least, most), "number " + literal, field, owner, place);
  }

  private static boolean isBetween(String literal, long least, long most) {
    try {
      long number = Long.parseLong(literal);
      return number >= least && number <= most;
    } catch (NumberFormatException noInteger) {
      return false;
    }
  }

  /** Checks that a list or map field has a value of that type. */
  private boolean requireToken(
      JsonToken wanted, FieldDescriptor field, Descriptor owner, Place place) throws IOException {
    if (in.currentToken() == wanted) {
      return true;
    }
    report(text(found(), owner, place, GoTypeNames.ofMember(field)));
    in.skipChildren();
    return false;
  }

  private boolean require(
      boolean fits, String found, FieldDescriptor field, Descriptor owner, Place place)
      throws IOException {
    if (!fits) {
      report(text(found, owner, place, GoTypeNames.ofValue(field)));
      in.skipChildren();
    }
    return fits;
  }

  private static String text(String found, Descriptor owner, Place place, String wanted) {
    return "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
        .formatted(found, owner.getName(), place.fields(), wanted);
  }

  private String found() {
    return switch (in.currentToken()) {
      case START_OBJECT -> "object";
      case START_ARRAY -> "array";
      case VALUE_STRING -> "string";
      case VALUE_TRUE, VALUE_FALSE -> "bool";
      default -> "number";
    };
  }

  private void report(@Nullable String text) {
    if (mismatch == null) {
      mismatch = text;
    }
  }
}
